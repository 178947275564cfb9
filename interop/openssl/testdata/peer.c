/*
 * Runs libcrypto's ciphers for a test: reads one request a line from standard
 * input, and answers with one line. A request is
 *     seal CIPHER TAGSIZE KEY NONCE AAD MESSAGE   answer: ciphertext and tag
 *     open CIPHER TAGSIZE KEY NONCE AAD SEALED    answer: message
 *     cmac CIPHER 0 KEY - - MESSAGE               answer: code
 * with bytes in hexadecimal, and "-" for none. TAGSIZE is 0 where there is no
 * tag. The answer is "-" for no bytes, "refused" for a wrong tag, and "error"
 * for everything that libcrypto does not do.
 */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 21 };

struct bytes {
	unsigned char data[LIMIT / 2 + 64];
	int n;
};

static struct bytes key, nonce, aad, input, output;

static void parse(struct bytes *b, const char *word)
{
	size_t n = 0;
	b->n = 0;
	if (word == NULL || strcmp(word, "-") == 0)
		return;
	if (!OPENSSL_hexstr2buf_ex(b->data, sizeof b->data, &n, word, '\0'))
		exit(2);
	b->n = (int)n;
}

static void answer(const struct bytes *b)
{
	if (b->n == 0)
		fputs("-", stdout);
	for (int i = 0; i < b->n; i++) {
		putchar("0123456789abcdef"[b->data[i] >> 4]);
		putchar("0123456789abcdef"[b->data[i] & 15]);
	}
	puts("");
}

/* crypt_message returns 1, 0 for a message that is refused, -1 for another error. */
static int crypt_message(int seal, const char *name, int tag_size)
{
	int ok = -1, n = 0, is_ccm = strstr(name, "CCM") != NULL, is_siv = strstr(name, "SIV") != NULL;
	unsigned char tag[16];
	EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();

	if (cipher == NULL || !EVP_CipherInit_ex(ctx, cipher, NULL, NULL, NULL, seal))
		goto end;
	if (tag_size > 0 && !seal) {
		input.n -= tag_size;
		if (input.n < 0)
			goto end;
		memcpy(tag, input.data + input.n, tag_size);
	}
	if (tag_size > 0 && !is_siv) {
		if (EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_IVLEN, nonce.n, NULL) <= 0)
			goto end;
		/* CCM and OCB learn the size of the tag beforehand, GCM at the end. */
		if (strstr(name, "GCM") == NULL &&
		    (EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, tag_size, NULL) <= 0 ||
		     (!seal && EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, tag_size, tag) <= 0)))
			goto end;
	}
	if (!EVP_CipherInit_ex(ctx, NULL, NULL, key.data, is_siv ? NULL : nonce.data, seal))
		goto end;
	EVP_CIPHER_CTX_set_padding(ctx, 0);
	if (tag_size > 0 && !seal && (is_siv || strstr(name, "GCM") != NULL) &&
	    EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_SET_TAG, tag_size, tag) <= 0)
		goto end;
	if (is_ccm && !EVP_CipherUpdate(ctx, NULL, &n, NULL, input.n))
		goto end;
	if ((aad.n > 0 || is_siv) && !EVP_CipherUpdate(ctx, NULL, &n, aad.data, aad.n))
		goto end;
	if (is_siv && nonce.n > 0 && !EVP_CipherUpdate(ctx, NULL, &n, nonce.data, nonce.n))
		goto end;
	output.n = n = 0;
	if ((input.n > 0 || is_ccm || is_siv) &&
	    EVP_CipherUpdate(ctx, output.data, &output.n, input.data, input.n) <= 0) {
		ok = seal || tag_size == 0 ? -1 : 0;
		goto end;
	}
	/* With CCM the last call is not for opening: it has all been said. */
	if (!(is_ccm && !seal) && EVP_CipherFinal_ex(ctx, output.data + output.n, &n) <= 0) {
		ok = seal || tag_size == 0 ? -1 : 0;
		goto end;
	}
	output.n += n;
	if (tag_size > 0 && seal) {
		if (EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, tag_size, output.data + output.n) <= 0)
			goto end;
		output.n += tag_size;
	}
	ok = 1;
end:
	EVP_CIPHER_CTX_free(ctx);
	EVP_CIPHER_free(cipher);
	return ok;
}

static int cmac(const char *name)
{
	size_t n = 0;
	EVP_MAC *mac = EVP_MAC_fetch(NULL, "CMAC", NULL);
	EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(mac);
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, (char *)name, 0),
		OSSL_PARAM_construct_end(),
	};
	int ok = EVP_MAC_init(ctx, key.data, key.n, params) && EVP_MAC_update(ctx, input.data, input.n) &&
	         EVP_MAC_final(ctx, output.data, &n, sizeof output.data);

	output.n = (int)n;
	EVP_MAC_CTX_free(ctx);
	EVP_MAC_free(mac);
	return ok ? 1 : -1;
}

int main(void)
{
	static char line[LIMIT + 4096];

	while (fgets(line, sizeof line, stdin) != NULL) {
		const char *op = strtok(line, " \n"), *name = strtok(NULL, " \n"), *size = strtok(NULL, " \n");
		int ok;
		if (size == NULL)
			return 2;
		parse(&key, strtok(NULL, " \n"));
		parse(&nonce, strtok(NULL, " \n"));
		parse(&aad, strtok(NULL, " \n"));
		parse(&input, strtok(NULL, " \n"));
		ok = strcmp(op, "cmac") == 0 ? cmac(name) : crypt_message(strcmp(op, "seal") == 0, name, atoi(size));
		if (ok == 1)
			answer(&output);
		else
			puts(ok == 0 ? "refused" : "error");
		fflush(stdout);
	}
	return 0;
}
