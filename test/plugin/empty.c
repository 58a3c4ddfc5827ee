// A library that holds nothing: what counts is its file name.
int dlopt_test_empty_library;
