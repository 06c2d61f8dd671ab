package org.espalier.benchmarks.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection of HTTP/1.1 that is used again and again; as simple as it can be, so that it takes little of the machine from the server. */
final class Connection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream input;
    private boolean open = true;

    Connection(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        this.input = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    /** An answer. */
    record Reply(int status, String body) {}

    /** The bytes of a request with a body. */
    static byte[] request(String path, String type, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\nContent-Length: "
                + bytes.length + "\r\n\r\n";
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(bytes);
        return all.toByteArray();
    }

    /** Whether it can be used once more. */
    boolean isOpen() {
        return open;
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    Reply receive() throws IOException {
        String first = line();
        int status = Integer.parseInt(first.split(" ")[1]);
        int length = 0;
        boolean chunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = true;
            } else if (lower.equals("connection: close")) {
                open = false;
            }
        }
        return new Reply(status, new String(chunked ? chunks() : exactly(length), StandardCharsets.UTF_8));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            all.writeBytes(exactly(size));
            line();
        }
        line();
        return all.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = input.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the server closed the connection within an answer");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        open = false;
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed one way or the other.
            return;
        }
    }
}
