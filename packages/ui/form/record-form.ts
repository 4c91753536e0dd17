import { useForm, type UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { problemsOf } from '#contract/problems.ts';
import type { Problem } from '#contract/errors.ts';
import { asCallError, type CallError } from '#ui/calls/call-error.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { t } from '#ui/text/i18n.ts';
import { forgetUnsaved, useUnsaved } from '#ui/state/unsaved.ts';
import { afterPress } from '#ui/state/after-press.ts';

/** What a form throws that isn't saved because the person thought better of it: it stays as it is, and nothing is wrong. */
export class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

/** `Validating`: the server looks at it while it is typed. `Ignored`: the form sends it, and doesn't ask for it. */
export const fieldStatuses = ['NotValidated', 'Validating', 'Valid', 'Invalid', 'Ignored'] as const;
type FieldStatus = (typeof fieldStatuses)[number];

interface FieldState {
  readonly isAsked: boolean;
  readonly isChecking: boolean;
  readonly isWrong: boolean;
  /** Whether anybody has looked at its value: a save, leaving the field after one, or the server. */
  readonly wasLookedAt: boolean;
}

function fieldStatus({ isAsked, isChecking, isWrong, wasLookedAt }: FieldState): FieldStatus {
  if (!isAsked) return 'Ignored';
  if (isChecking) return 'Validating';
  if (isWrong) return 'Invalid';
  return wasLookedAt ? 'Valid' : 'NotValidated';
}

export type FormSchema = z.ZodMiniObject;
type Values = Record<string, unknown>;
/** The translated label of every field, for the field itself and for sentences such as `Name is required`. */
export type FieldNames<S extends FormSchema> = Readonly<Record<keyof z.input<S> & string, string>>;

export interface RecordFormOptions<S extends FormSchema> {
  readonly schema: S;
  readonly initial: z.input<S>;
  readonly names: FieldNames<S>;
  /** Throws what the server refuses; it is then shown at the fields and in the form. */
  readonly save: (values: z.output<S>) => Promise<unknown>;
  readonly onSaved?: () => void;
}

interface RemoteCheck {
  readonly checked: readonly string[];
  readonly isChecking: boolean;
}
const noCheck: RemoteCheck = { checked: [], isChecking: false };

export interface RecordFormState<S extends FormSchema> {
  readonly values: z.input<S>;
  readonly set: <Name extends keyof z.input<S> & string>(name: Name, value: z.input<S>[Name]) => void;
  /** Props of a text-like input, with its label and error: `<TextInput {...form.field('term')} />`. */
  readonly field: (
    name: keyof z.input<S> & string,
  ) => ReturnType<UseFormReturnType<Values>['getInputProps']> & { label: string; 'data-status': FieldStatus };
  /** The same for a checkbox or switch. */
  readonly checkbox: RecordFormState<S>['field'];
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Of a field of the schema. Its input carries it, too, as `data-status`. */
  readonly status: (name: keyof z.input<S> & string) => FieldStatus;
  /** What was told before and isn't wrong now goes. `checked` fields were looked at; `isChecking`: they still are. */
  readonly note: (problems: readonly Problem[], check?: RemoteCheck) => void;
  /** What is wrong besides the fields, in sentences. */
  readonly failures: readonly string[];
  readonly refusal: CallError | null;
  readonly submit: (event?: React.SyntheticEvent<HTMLFormElement>) => void;
}

/** A form over a contract's schema: the same rules as the server, problems of both at the fields. */
export function useRecordForm<S extends FormSchema>({
  schema,
  initial,
  names,
  save,
  onSaved,
}: RecordFormOptions<S>): RecordFormState<S> {
  const [isSaving, setIsSaving] = useState(false);
  /** At once, where a second click comes before the button shows the first one. */
  const isSending = useRef(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const labels: Readonly<Record<string, string>> = names;
  const textOf = (problem: Problem) => problemText(t, problem, labels[fieldOf(problem)]);
  /** What the server refused, and what was noted: both stay at a field until its value changes, even if the schema accepts the value. */
  const [refusedAt, setRefusedAt] = useState<Readonly<Record<string, { readonly text: string; readonly value: string }>>>({});
  const [remote, setRemote] = useState(noCheck);
  const [noted, setNoted] = useState<Readonly<Record<string, string>>>({});
  const validate = (values: Values) => {
    const parsed = schema.safeParse(values);
    const own = parsed.success
      ? {}
      : Object.fromEntries(problemsOf(parsed.error, values).map((one) => [fieldOf(one), textOf(one)]));
    const still = Object.entries(refusedAt).filter(([name, { value }]) => JSON.stringify(values[name]) === value);
    return { ...noted, ...Object.fromEntries(still.map(([name, { text }]) => [name, text])), ...own };
  };
  const form = useForm<Values>({ initialValues: initial, validate });
  const look = (name: string) => wasSubmitted && void form.validateField(name);

  const isDirty = form.isDirty();
  useUnsaved(isDirty);

  const show = (errors: Record<string, string>, others: readonly string[]) => {
    form.setErrors(errors);
    const isWrong = Object.keys(errors).length > 0;
    setFailures(isWrong ? [t('Please, provide correct data!'), ...others] : others);
    const first = Object.keys(labels).find((name) => name in errors);
    if (first !== undefined) form.getInputNode<HTMLElement, string>(first)?.focus();
  };
  const tell = (problems: readonly Problem[]) => {
    const atFields = problems.filter((problem) => fieldOf(problem) in labels);
    const others = problems.filter((problem) => !atFields.includes(problem));
    show(Object.fromEntries(atFields.map((one) => [fieldOf(one), textOf(one)])), others.map(textOf));
  };
  const note = (problems: readonly Problem[], check = noCheck) => {
    setRemote(check);
    const next = Object.fromEntries(problems.filter((one) => fieldOf(one) in labels).map((one) => [fieldOf(one), textOf(one)]));
    setNoted(next);
    for (const [name, text] of Object.entries(noted)) if (form.errors[name] === text) form.clearFieldError(name);
    for (const [name, text] of Object.entries(next)) form.setFieldError(name, text);
  };
  const send = async (values: Values) => {
    isSending.current = true;
    setIsSaving(true);
    setRefusedAt({});
    try {
      await save(schema.parse(values) as z.output<S>);
      // Not before: the button would move away from under the pointer of whoever clicks twice.
      setFailures([]);
      setRefusal(null);
      form.resetDirty();
      forgetUnsaved();
      onSaved?.();
    } catch (error) {
      if (error instanceof Withdrawn) return;
      const refused = asCallError(error);
      setRefusal(refused);
      tell(refused.problems);
      const toldOf = (one: Problem) => ({ text: textOf(one), value: JSON.stringify(values[fieldOf(one)]) });
      setRefusedAt(Object.fromEntries(refused.problems.map((one) => [fieldOf(one), toldOf(one)])));
    } finally {
      isSending.current = false;
      setIsSaving(false);
    }
  };
  const submit = () => {
    const values = form.getValues();
    const parsed = schema.safeParse(values);
    if (parsed.success) void send(values);
    else tell(problemsOf(parsed.error, values));
  };
  const status = (name: string) => {
    const isChecked = remote.checked.includes(name);
    return fieldStatus({
      isAsked: name in labels,
      isChecking: isChecked && remote.isChecking,
      isWrong: form.errors[name] != null,
      wasLookedAt: wasSubmitted || isChecked,
    });
  };
  const inputProps = (name: string, type: 'input' | 'checkbox') => ({
    ...form.getInputProps(name, { type }),
    onBlur: () => afterPress(() => look(name)),
    label: labels[name] ?? name,
    'data-status': status(name),
  });

  return {
    values: form.values as z.input<S>,
    set: (name, value) => form.setFieldValue(name, value as never),
    field: (name) => inputProps(name, 'input'),
    checkbox: (name) => inputProps(name, 'checkbox'),
    isDirty,
    isSaving,
    status,
    note,
    failures,
    refusal,
    submit: (event) => {
      event?.preventDefault();
      setWasSubmitted(true);
      if (!isSending.current) submit();
    },
  };
}

/** Problems of a list's entry, such as `synonyms.2`, are shown at the list's field. */
const fieldOf = ({ field }: Problem): string => field.split('.')[0] ?? field;
