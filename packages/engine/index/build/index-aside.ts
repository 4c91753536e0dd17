import { storedItem } from '#engine/index/stored-item.ts';
import { type Collector, CollectorAside } from '#process-kit/collector-aside.ts';
import { type SegmentSettings, SegmentWriter } from './segment-writer.ts';

/** Writes segments of items, of which it gets the fields as JSON. Answers the names of the files. */
export function openIndex(settings: SegmentSettings): Collector<string, readonly string[]> {
  const writer = new SegmentWriter(settings);
  return {
    add: (fields) => writer.add(fields.map((json) => storedItem('', json))),
    finish: () => writer.finish(),
  };
}

/** The same in a thread of its own, so that whoever reads the items doesn't wait for it. */
export class IndexAside extends CollectorAside<SegmentSettings, string, readonly string[]> {
  constructor(settings: SegmentSettings) {
    super({ settings, open: openIndex, program: new URL('index-program.ts', import.meta.url) });
  }
}
