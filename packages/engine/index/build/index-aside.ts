import { storedItem } from '#engine/index/stored-item.ts';
import { type Collector, CollectorAside } from '#process-kit/collector-aside.ts';
import { type SegmentSettings, SegmentWriter } from './segment-writer.ts';

export function openIndex(settings: SegmentSettings): Collector<string, readonly string[]> {
  const writer = new SegmentWriter(settings);
  return {
    add: (fields) => writer.add(fields.map((json) => storedItem('', json))),
    finish: () => writer.finish(),
  };
}

export class IndexAside extends CollectorAside<SegmentSettings, string, readonly string[]> {
  constructor(settings: SegmentSettings) {
    super({ settings, open: openIndex, program: new URL('index-program.ts', import.meta.url) });
  }
}
