import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Count } from './count.tsx';

it.each([
  [{ of: 1_234 }, '1,234', null],
  [{ of: 17_384, isEstimated: true }, '≈ 17,384', 'Estimated, within 2%.'],
  [{ of: null, isEstimated: true }, '–', 'not tracked'],
])('%o is “%s”, and says “%s” to who points at it', (props, text, title) => {
  const { container } = render(
    <MantineProvider env="test">
      <p>
        <Count {...props} />
      </p>
    </MantineProvider>,
  );
  expect(container.querySelector('p')?.textContent).toBe(text);
  expect(container.querySelector('[title]')?.getAttribute('title') ?? null).toBe(title);
});
