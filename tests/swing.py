"""A pendulum as a file, which tests of reading again change by replacing parts of it."""

from __future__ import annotations

SWING = """<robot name="swing">
  <link name="post"/>
  <link name="arm">
    <inertial><origin xyz="0 0 -0.25"/><mass value="2"/>
      <inertia ixx="0.042" iyy="0.042" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="0 0 -0.25"/><geometry><box size="0.05 0.05 0.5"/></geometry></visual>
  </link>
  <joint name="pivot" type="revolute"><parent link="post"/><child link="arm"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" velocity="5" effort="20"/></joint>
</robot>"""
