// Nothing: the headers that go with it are compiled once for all layers (CMakeLists.txt).
