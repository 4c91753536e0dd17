import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useRef } from 'react';

interface PickFileProps extends ButtonProps {
  readonly onPicked: (files: readonly File[]) => void;
  readonly accept?: string;
  readonly isMultiple?: boolean;
}

/** The same file can be chosen again after a fix: browsers report another one only. */
export function PickFile({ onPicked, accept, isMultiple = false, ...button }: PickFileProps) {
  const forget = useRef<() => void>(null);
  return (
    <FileButton
      {...(accept !== undefined && { accept })}
      multiple={isMultiple}
      resetRef={forget}
      onChange={(picked) => {
        const files = [picked ?? []].flat();
        forget.current?.();
        if (files.length > 0) onPicked(files);
      }}
    >
      {(props) => <Button variant="default" {...button} {...props} />}
    </FileButton>
  );
}
