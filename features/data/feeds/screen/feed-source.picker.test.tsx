import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderAt } from '#ui/test-frame.tsx';
import { FeedSourcePicker } from './feed-source.picker.tsx';

/** Requests of the browser that the test answers when it likes. */
class HeldRequest {
  static sent: HeldRequest[] = [];
  status = 200;
  responseText = '';
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  open() {}
  setRequestHeader() {}
  send() {
    HeldRequest.sent.push(this);
  }
  abort() {
    this.onabort?.();
  }
  finish() {
    const data = { feed_url: 'upload:1', file_name: 'lamps.csv', size_bytes: 3 };
    this.responseText = JSON.stringify({ err: 0, msg: '', data, errors: [] });
    this.onload?.();
  }
}

beforeEach(() => {
  HeldRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
});

function Picker() {
  const [feed, setFeed] = useState<{ url: string; name: string | null }>({ url: '', name: 'old.csv' });
  const [isUploading, setIsUploading] = useState(false);
  return (
    <>
      <FeedSourcePicker
        field={{}}
        feedUrl={feed.url}
        fileName={feed.name}
        onChange={(url, name) => setFeed({ url, name })}
        onUploading={setIsUploading}
      />
      <output data-testid="state">{isUploading ? 'uploading' : `has ${feed.url}`}</output>
    </>
  );
}

const state = () => screen.getByTestId('state').textContent;

async function upload() {
  const { container, unmount } = await renderAt('/', () => <Picker />);
  const input = container.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['id\n1'], 'lamps.csv')] } });
  await waitFor(() => expect(state()).toBe('uploading'));
  return unmount;
}

it('a file is on its way until the form has it', async () => {
  const unmount = await upload();
  HeldRequest.sent[0]?.finish();
  await waitFor(() => expect(state()).toBe('has upload:1'));
  unmount();
});

it('an upload that is cancelled is not waited for', async () => {
  const unmount = await upload();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
  await waitFor(() => expect(state()).toBe('has '));
  unmount();
});

it('an upload that is left for an address is not waited for', async () => {
  const unmount = await upload();
  fireEvent.click(screen.getByText('Address'));
  await waitFor(() => expect(state()).toBe('has '));
  unmount();
});
