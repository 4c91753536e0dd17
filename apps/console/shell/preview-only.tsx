import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useSelectedProject } from '#ui/state/own-projects.ts';
import { useRefusal } from '#ui/text/refusal.ts';
import { useProject } from '#ui/state/rights.ts';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './preview-only.module.css';
import words from './state-word.module.css';

export function PreviewOnly() {
  const listed = useSelectedProject();
  const isActive = useProject()?.active !== false;
  const refusal = useRefusal('developer');
  if (listed === undefined || !isActive || listed.type !== 'search_plugin' || listed.is_live) return null;
  const content = (
    <>
      <Eye size={14} aria-hidden className={classes.icon} />
      <span className={words.word}>{t('Preview only')}</span>
    </>
  );
  const title = t('Customers don’t see the search plugin yet');
  if (refusal !== undefined)
    return (
      <span className={classes.state} title={title}>
        {content}
      </span>
    );
  return (
    <Link {...linkTo('/developer/plugin')} className={classes.state} title={title}>
      {content}
    </Link>
  );
}
