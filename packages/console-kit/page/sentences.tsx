import { Text } from '@mantine/core';

/** What a help drawer says, a paragraph each. */
export const Sentences = ({ of }: { readonly of: readonly string[] }) =>
  of.map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
