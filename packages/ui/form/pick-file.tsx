import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { useRef } from 'react';

interface PickFileProps extends ButtonProps {
  readonly onPicked: (files: readonly File[]) => void;
  readonly accept?: string;
  readonly isMultiple?: boolean;
}

/** A button that chooses a file. The same one can be chosen again at once, as somebody who mended it does: browsers tell only another one. */
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
