package org.espalier.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * The key and the certificate of the server.
 *
 * @param keystore a file of PKCS12 or JKS
 * @param password of the file and of its key
 */
public record TlsIdentity(Path keystore, String password) {

    SSLContext context() {
        try (InputStream input = Files.newInputStream(keystore)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(input, password.toCharArray());
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    keystore + ": " + e.getMessage()
                            + "; expected a keystore with the key of the server, and its password",
                    e);
        }
    }

    @Override
    public String toString() {
        return "TlsIdentity[" + keystore + "]"; // a password is not for logs
    }
}
