"""The hopper of contact-dynamics-lecture16: a body and a foot in the plane, with a leg of force and torque between."""
