import { Text, Title, Alert } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { changeLanguage, useLanguage, t } from '#ui/text/i18n.ts';
import { isConsoleLanguage, languageTag } from '#contract/texts/languages.ts';
import { languageCodes, languageNames } from '#ui/text/language.ts';
import classes from './public-layout.module.css';
import { noAnswer } from '#ui/calls/api.ts';
import { errorText } from '#ui/calls/error-text.ts';

interface PublicLayoutProps {
  readonly title: string;
  readonly purpose: string;
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

export function PublicLayout({ title, purpose, children, footer }: PublicLayoutProps) {
  useDocumentTitle(`${title} · Aisle`);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <span className={classes.brand}>Aisle</span>
        <LanguageSelect />
      </header>
      <main className={classes.main}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" mt={4} mb={24}>
          {purpose}
        </Text>
        {children}
        {footer !== null && footer !== false && (
          <Text size="sm" mt={24} c="dimmed">
            {footer}
          </Text>
        )}
      </main>
      <Pitch />
    </div>
  );
}

function Pitch() {
  return (
    <aside className={classes.pitch} aria-label="Aisle">
      <div className={classes.picture} aria-hidden>
        <span className={classes.query} />
        {['promoted', 'found', 'also-found'].map((result) => (
          <span key={result} className={classes.result} data-result={result} />
        ))}
      </div>
      <p className={classes.slogan}>{t('Customers find what they came for.')}</p>
      <ul className={classes.points}>
        <li>{t('Import your products from a feed in minutes.')}</li>
        <li>{t('See what customers search for and don’t find.')}</li>
        <li>{t('Put the right products first, and see the effect before it goes live.')}</li>
      </ul>
    </aside>
  );
}

/** Native, to keep public pages small. */
function LanguageSelect() {
  const language = useLanguage();
  const change = (code: string) => {
    if (isConsoleLanguage(code)) void changeLanguage(code);
  };
  return (
    <select
      className={classes.language}
      aria-label={t('Language')}
      value={language}
      onChange={(event) => change(event.currentTarget.value)}
    >
      {languageCodes.map((code) => (
        <option key={code} value={code} lang={languageTag(code)}>
          {languageNames[code]}
        </option>
      ))}
    </select>
  );
}

export function NotLoaded() {
  return (
    <Alert variant="light" color="red" role="alert">
      {errorText(noAnswer())}
    </Alert>
  );
}
