int doubled(int value);
int main() { return doubled(21) == 42 ? 0 : 1; }
