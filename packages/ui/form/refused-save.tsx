import { Box } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CallError } from '#ui/calls/call-error.ts';
import { errorText } from '#ui/calls/error-text.ts';
import { FormFailures } from './form.tsx';

interface RefusedSaveProps {
  readonly failure: CallError | null;
  readonly conflict: (failure: CallError) => ReactNode;
  readonly say?: ((failure: CallError) => string) | undefined;
}

export function RefusedSave({ failure, conflict, say }: RefusedSaveProps) {
  if (failure === null) return null;
  return (
    <InView of={failure}>
      {failure.code === 'changedMeanwhile' ? conflict(failure) : <FormFailures failures={[(say ?? errorText)(failure)]} />}
    </InView>
  );
}

/** Scrolled into view, as the button may be far below. */
export function InView({ of, children }: { readonly of: unknown; readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  // In braces: scrollIntoView may return a promise, which React would take for a clean-up.
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'center' });
  }, [of]);
  return (
    <Box ref={element} mb={16}>
      {children}
    </Box>
  );
}
