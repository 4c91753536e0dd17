import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '#ui/text/i18n.ts';

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput autoComplete="current-password" visibilityToggleButtonProps={{ 'aria-label': t('Show password') }} {...props} />
);

/** Says what a password needs. */
export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordField
    description={t('At least 8 characters with upper and lower case, a number and a special character.')}
    autoComplete="new-password"
    {...props}
  />
);
