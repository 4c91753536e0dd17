import { Button, NativeSelect, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SlidersHorizontal } from 'lucide-react';
import { DaysPicker } from '#ui/dates/days-picker.tsx';
import { presets } from '#ui/dates/date-choice.ts';
import { anyOf, formats } from '#ui/text/format.ts';
import { msg, t } from '#ui/text/i18n.ts';
import { comparedText } from './statistics-chart.panel.tsx';
import { longestRangeDays, type ResultObject, resultObjects } from '#features/analytics/statistics/statistics.contract.ts';
import type { Statistics } from './statistics.panel.tsx';
import classes from './statistics.module.css';

const resultObjectNames: Readonly<Record<ResultObject, string>> = {
  search: msg('Search'),
  autocomplete: msg('Autocomplete'),
  all: msg('All'),
};

interface StatsFiltersProps {
  readonly of: Statistics;
  readonly hasCompare?: boolean;
}

/** Behind one button on phones. */
export function StatsFilters({ of, hasCompare = true }: StatsFiltersProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const { range, preset, language, resultObject, hasResultObject, isOfEvents, isCompared, compared, isComparable } = of;
  const comparison = comparedText(compared);
  const known = preset === null ? undefined : presets[preset];
  const shownDays = known ? t(known.label) : formats.days(range.from, range.to);
  const chosen = [
    shownDays,
    ...(language === '' || isOfEvents ? [] : [formats.language(language)]),
    ...(hasResultObject ? [t(resultObjectNames[resultObject])] : []),
    ...(hasCompare && isCompared ? [comparison] : []),
  ];
  return (
    <div className={classes.filters} role="group" aria-label={t('Filters')}>
      <div className={classes.closed}>
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {t('Filters')}
        </Button>
        {!isOpen && <p className={classes.chosen}>{chosen.join(' · ')}</p>}
      </div>
      <div className={classes.controls} data-open={isOpen}>
        <DaysPicker
          chosen={of}
          choosePreset={(name) => name !== null && of.choose({ preset: name })}
          chooseDays={(days) => of.choose({ range: days })}
          maximumDays={longestRangeDays}
          lastDay={of.today}
          position="bottom-start"
        />
        {!isOfEvents && <LanguageFilter of={of} />}
        {hasResultObject && (
          <NativeSelect
            aria-label={t('Result type')}
            data={resultObjects.toReversed().map((value) => ({ value, label: t(resultObjectNames[value]) }))}
            value={resultObject}
            onChange={({ currentTarget: { value } }) => of.choose({ resultObject: value as ResultObject })}
          />
        )}
        {hasCompare && (
          <Switch
            label={t('Compare')}
            aria-label={t('Compare with the previous period')}
            title={compared ? t('Compare with the previous period') : comparison}
            description={
              compared && !isComparable ? t('The days before weren’t tracked.') : compared && !isCompared ? undefined : comparison
            }
            disabled={!isComparable}
            checked={isCompared}
            styles={{ body: { alignItems: 'center' } }}
            onChange={({ currentTarget: { checked } }) => of.setCompared(checked)}
          />
        )}
      </div>
      {of.areDaysWrong && (
        <Text size="sm" role="status" className={classes.lines}>
          {t('The address has impossible days. Shown instead: {days}.', { days: shownDays })}
        </Text>
      )}
    </div>
  );
}

/** Hidden with a single language. */
function LanguageFilter({ of: { language, context, choose } }: Pick<StatsFiltersProps, 'of'>) {
  const known = new Set(context?.languages);
  if (language !== '') known.add(language);
  if (known.size < 2 && language === '') return null;
  const named = [...known].map((value) => ({ value, label: formats.language(value) }));
  return (
    <NativeSelect
      aria-label={t('Language')}
      data={[{ value: '', label: anyOf(t('Language')) }, ...named.toSorted((one, other) => one.label.localeCompare(other.label))]}
      value={language}
      onChange={({ currentTarget: { value } }) => choose({ language: value })}
    />
  );
}
