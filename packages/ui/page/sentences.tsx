import { Text } from '@mantine/core';

export const Sentences = ({ of }: { readonly of: readonly string[] }) =>
  of.map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));
