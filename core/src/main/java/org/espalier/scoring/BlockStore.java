package org.espalier.scoring;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks of a pass, in memory or in a spool. */
final class BlockStore implements AutoCloseable {
    private final List<FeatureBank> banks;
    private final @Nullable Spool spool;
    private final List<LinearPass.Block> blocks = new ArrayList<>(); // when there is no spool
    private final List<long[]> places = new ArrayList<>(); // position and length, when there is one
    private final BlockFile file = new BlockFile();

    BlockStore(List<FeatureBank> banks, @Nullable Spool spool) {
        this.banks = banks;
        this.spool = spool;
    }

    void add(LinearPass.Block block) {
        if (spool == null) {
            blocks.add(block);
            return;
        }
        file.beginWriting();
        block.write(file);
        ByteBuffer bytes = file.written();
        int length = bytes.remaining();
        places.add(new long[] {spool.append(bytes), length});
    }

    int size() {
        return spool == null ? blocks.size() : places.size();
    }

    /** A block; one that comes from the spool is overwritten by the next. */
    LinearPass.Block get(int number) {
        if (spool == null) {
            return blocks.get(number);
        }
        file.beginReading(spool, places.get(number)[0], (int) places.get(number)[1]);
        return LinearPass.Block.read(file, banks);
    }

    @Override
    public void close() {
        if (spool != null) {
            spool.close();
        }
    }
}
