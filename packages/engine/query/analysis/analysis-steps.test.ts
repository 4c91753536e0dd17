import { describe, expect, it } from 'vitest';
import { createAnalyser, analysisSteps } from './analyser.ts';

const text = '<p>K&uuml;che <b>XR</b>-450</p> Židlemi&nbsp;10 x 15™';
const steps = Object.fromEntries(analysisSteps(text, 'cs').map(({ step, tokens }) => [step, tokens]));
const texts = (step: string): string[] => (steps[step] ?? []).map((token) => token.text);

describe('the steps of an analysis', () => {
  it('show each word as it is changed', () => {
    expect(texts('normalised')).toEqual(['küche', 'xr-450', 'židlemi', '10', 'x', '15tm']);
    expect(texts('folded')).toEqual(['kuche', 'xr-450', 'zidlemi', '10', 'x', '15']);
    expect(texts('split')).toEqual(['kuche', 'xr', '450', 'zidlemi', '10', 'x', '15']);
    expect(texts('joined')).toEqual([...texts('split'), 'xr450', '10x15']);
    expect(texts('stemmed')).toEqual(texts('joined').map(createAnalyser('cs').stem));
  });

  it('end with what the index keeps', () => {
    expect(texts('joined')).toEqual(createAnalyser('cs').indexTokens(text));
  });

  it('say where in the text each word stands', () => {
    const written = (step: string): string[] => (steps[step] ?? []).map(({ start, end }) => text.slice(start, end));
    expect(written('folded')).toEqual(['K&uuml;che', 'XR</b>-450', 'Židlemi', '10', 'x', '15™']);
    expect(written('joined')).toEqual(['K&uuml;che', 'XR', '450', 'Židlemi', '10', 'x', '15', 'XR</b>-450', '10 x 15']);
  });

  it('of a text without words are empty', () => {
    for (const { tokens } of analysisSteps(' <br> ', 'en')) expect(tokens).toEqual([]);
  });
});
