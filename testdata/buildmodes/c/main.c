/* Seals messages with the shared library and prints them. */
#include <stdio.h>
#include "seal.h"

int main(void)
{
	unsigned char text[300], out[316];
	for (int i = 0; i < 300; i++)
		text[i] = 31 * i;
	for (int n = 0; n < 300; n++) {
		seal(out, text, text, text, n);
		for (int i = 0; i < n + 16; i++)
			printf("%02x", out[i]);
		printf("\n");
	}
	return 0;
}
