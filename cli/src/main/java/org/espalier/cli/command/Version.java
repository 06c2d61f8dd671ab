package org.espalier.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import org.espalier.math.Kernels;
import picocli.CommandLine.IVersionProvider;

/** Tells the version that the build wrote into {@code version.properties}, the Java version and the kernels in use. */
public final class Version implements IVersionProvider {
    private static final String RESOURCE = "/org/espalier/cli/version.properties";

    @Override
    public String[] getVersion() throws IOException {
        Properties properties = new Properties();
        try (InputStream input = Version.class.getResourceAsStream(RESOURCE)) {
            if (input == null) {
                throw new IOException("the program's jar file is missing " + RESOURCE + "; build it again");
            }
            properties.load(input);
        }
        return new String[] {
            "espalier " + properties.getProperty("version"),
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")",
            "kernels: " + Kernels.best().name()
        };
    }
}
