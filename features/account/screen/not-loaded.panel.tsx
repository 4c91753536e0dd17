import { Alert } from '@mantine/core';
import { noAnswer } from '#ui/calls/call-error.ts';
import { errorText } from '#ui/calls/error-text.ts';

/** In place of a part of a page whose code didn't come. */
export function NotLoaded() {
  return (
    <Alert variant="light" color="red" role="alert">
      {errorText(noAnswer())}
    </Alert>
  );
}
