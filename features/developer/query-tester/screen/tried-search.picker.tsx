import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { ReleasePicker } from '#features/search-settings/releases/screen/release.picker.tsx';

export interface TriedRow {
  readonly source: string;
  readonly id: number;
}

export interface TriedSearch {
  /** `live`, `draft`, or the number of a release. */
  readonly release: string;
  /** Rules turned off, as calls accept them; empty for none. */
  readonly without: string;
  readonly isLive: boolean;
  readonly setRelease: (release: string) => void;
  readonly turnOff: (row: TriedRow) => void;
  readonly turnOn: (row: TriedRow) => void;
  readonly clear: () => void;
}

const isRelease = /^(draft|[1-9]\d{0,8})$/;
const isWithout = /^[\w-]{1,50}:[1-9]\d{0,14}(,[\w-]{1,50}:[1-9]\d{0,14}){0,49}$/;

export function useTriedSearch(): TriedSearch {
  const [address, change] = useAddress<'/developer/query-tester'>();
  const release = isRelease.test(address['release'] ?? '') ? (address['release'] ?? '') : 'live';
  const without = isWithout.test(address['without'] ?? '') ? (address['without'] ?? '') : '';
  const rows = without === '' ? [] : without.split(',');
  const write = ({ source, id }: TriedRow) => `${source}:${id}`;
  const isLive = release === 'live' && without === '';
  return {
    release,
    without,
    isLive,
    setRelease: (next) => change({ release: next === 'live' ? undefined : next, page: undefined }),
    turnOff: (row) => change({ without: [...new Set([...rows, write(row)])].join(), page: undefined }),
    turnOn: (row) => change({ without: rows.filter((one) => one !== write(row)).join(), page: undefined }),
    clear: () => change({ release: undefined, without: undefined, page: undefined }),
  };
}

export const triedInput = ({ release, without }: Pick<TriedSearch, 'release' | 'without'>) => ({ release, without });

export function SearchedWith({ tried }: { readonly tried: TriedSearch }) {
  return (
    <ReleasePicker
      label={t('Search with')}
      value={tried.release}
      pick={tried.setRelease}
      others={[
        { value: 'live', label: t('Live') },
        { value: 'draft', label: t('Draft') },
      ]}
      nameOf={(number) => t('Release {number}', { number })}
      width={150}
    />
  );
}
