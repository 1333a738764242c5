"""The cases of public benchmarks and of textbooks, measured and put beside what others publish: `make validate`."""
