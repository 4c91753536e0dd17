import { SegmentedControl } from '@mantine/core';
import { useAddress } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';

const grid = 'grid';

/** How results are shown, as the address says. */
export function useResultView() {
  const [{ view }, change] = useAddress();
  return { isGrid: view === grid, set: (isGrid: boolean) => change({ view: isGrid ? grid : undefined }) };
}

export function ResultView({ view: { isGrid, set } }: { readonly view: ReturnType<typeof useResultView> }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('View')}
      value={isGrid ? grid : ''}
      data={[
        { value: '', label: t('With scores') },
        { value: grid, label: t('As customers see it') },
      ]}
      onChange={(value) => set(value === grid)}
    />
  );
}
