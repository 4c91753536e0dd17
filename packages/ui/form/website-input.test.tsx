import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { WebsiteInput } from './text-inputs.tsx';

function Website() {
  const [address, setAddress] = useState('');
  return (
    <MantineProvider env="test">
      <WebsiteInput field={{ label: 'Website' }} value={address} change={setAddress} />
    </MantineProvider>
  );
}

it.each([
  ['shop.example', 'https://shop.example'],
  [' shop.example:8080/feed.xml?a=b ', 'https://shop.example:8080/feed.xml?a=b'],
  ['http://shop.example', 'http://shop.example'],
  ['ftp://shop.example', 'ftp://shop.example'],
  ['web+feed://shop.example', 'web+feed://shop.example'],
  ['mailto:ann@shop.example', 'mailto:ann@shop.example'],
  ['not a url', 'not a url'],
  ['kettles', 'kettles'],
  ['/banner.png', '/banner.png'],
])('completes %j to %j when the field is left', (typed, completed) => {
  render(<Website />);
  const input = screen.getByLabelText<HTMLInputElement>('Website');
  fireEvent.change(input, { target: { value: typed } });
  fireEvent.blur(input);
  expect(input.value).toBe(completed);
});
