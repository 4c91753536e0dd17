import { Box } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CallError } from '#ui/calls/call-error.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { FormFailures } from './form.tsx';

interface RefusedSaveProps {
  /** Of the last save; null where it went well, or something was changed since. */
  readonly failure: CallError | null;
  readonly conflict: (failure: CallError) => ReactNode;
  /** What is said of all else, where that isn't its own sentence. */
  readonly say?: ((failure: CallError) => string) | undefined;
}

/** Why the settings of a page could not be saved. What was edited is kept. */
export function RefusedSave({ failure, conflict, say }: RefusedSaveProps) {
  if (failure === null) return null;
  return (
    <InView of={failure}>
      {failure.code === 'changedMeanwhile' ? conflict(failure) : <FormFailures failures={[(say ?? errorText)(failure)]} />}
    </InView>
  );
}

/** What is told at the top of a page whose button may be far below. It comes into view each time that it is told. */
export function InView({ of, children }: { readonly of: unknown; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  // In braces: browsers answer a scroll with a promise by now, which React would call as the effect's clean-up.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' });
  }, [of]);
  return (
    <Box ref={element} mb={16}>
      {children}
    </Box>
  );
}
