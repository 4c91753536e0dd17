import { useForm, type UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { problemsOf } from '#contract/problems.ts';
import type { Problem } from '#contract/errors.ts';
import { asCallError, type CallError } from '#ui/calls/api.ts';
import { problemText } from '#ui/calls/error-text.ts';
import { Withdrawn } from '#ui/calls/saving.ts';
import { t } from '#ui/text/i18n.ts';
import { afterPress } from '#ui/state/presses.ts';
import { forgetUnsaved, useUnsaved } from '#ui/state/unsaved.ts';

/** `Validating`: the server checks while typing. `Ignored`: sent, not shown. */
export const fieldStatuses = ['NotValidated', 'Validating', 'Valid', 'Invalid', 'Ignored'] as const;
type FieldStatus = (typeof fieldStatuses)[number];

export type FormSchema = z.ZodMiniObject;
type Values = Record<string, unknown>;
export type FieldNames<S extends FormSchema> = Readonly<Record<keyof z.input<S> & string, string>>;

export interface RecordFormOptions<S extends FormSchema> {
  readonly schema: S;
  readonly initial: z.input<S>;
  readonly names: FieldNames<S>;
  /** `changes` has only the changed fields, so that edits in another tab stay. */
  readonly save: (values: z.output<S>, changes: Partial<z.output<S>>) => Promise<unknown>;
  readonly onSaved?: () => void;
}

interface RemoteCheck {
  readonly checked: readonly string[];
  readonly isChecking: boolean;
}
const noCheck: RemoteCheck = { checked: [], isChecking: false };

type FieldProps = ReturnType<UseFormReturnType<Values>['getInputProps']> & { label: string; 'data-status': FieldStatus };

export interface AnyForm {
  readonly values: Readonly<Values>;
  set(name: string, value: unknown): void;
  field(name: string): FieldProps;
  checkbox(name: string): FieldProps;
}

// Methods, whose parameters are compared loosely: each form is also an `AnyForm`.
export interface RecordFormState<S extends FormSchema> {
  readonly values: z.input<S>;
  set<Name extends keyof z.input<S> & string>(name: Name, value: z.input<S>[Name]): void;
  /** `<TextInput {...form.field('term')} />` */
  field(name: keyof z.input<S> & string): FieldProps;
  checkbox(name: keyof z.input<S> & string): FieldProps;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  status(name: keyof z.input<S> & string): FieldStatus;
  /** Replaces earlier notes. `checked` fields were checked; `isChecking`: they still are. */
  note(problems: readonly Problem[], check?: RemoteCheck): void;
  readonly failures: readonly string[];
  /** The first failure only says that fields are marked. */
  readonly isMarked: boolean;
  readonly refusal: CallError | null;
  submit(event?: React.SyntheticEvent<HTMLFormElement>): void;
}

/** Validates by the contract's schema, and shows problems of the server at the same fields. */
export function useRecordForm<S extends FormSchema>({
  schema,
  initial,
  names,
  save,
  onSaved,
}: RecordFormOptions<S>): RecordFormState<S> {
  const [first] = useState(initial);
  const [isSaving, setIsSaving] = useState(false);
  /** A ref, as a second click may come before the next render. */
  const isSending = useRef(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [isMarked, setMarked] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const labels: Readonly<Record<string, string>> = names;
  const textOf = (problem: Problem) => problemText(t, problem, labels[fieldOf(problem)]);
  /** Kept at a field until its value changes, even if the schema accepts the value. */
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

  /** Fields of this render, which show their errors. */
  const shown = new Set<string>();
  const isDirty = form.isDirty();
  useUnsaved(isDirty);

  const show = (errors: Record<string, string>, others: readonly string[]) => {
    form.setErrors(errors);
    const isWrong = Object.keys(errors).length > 0;
    const wrong = Object.keys(labels).filter((name) => name in errors);
    setMarked(wrong.some((name) => shown.has(name)));
    setFailures(isWrong ? [t('Please, provide correct data!'), ...others] : others);
    form.getInputNode<HTMLElement, string>(wrong.find((name) => form.getInputNode(name) !== null) ?? '')?.focus();
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
      const sent = schema.parse(values);
      const before: Values = schema.safeParse(first).data ?? {};
      const changes = Object.entries(sent).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
      await save(sent as z.output<S>, Object.fromEntries(changes) as Partial<z.output<S>>);
      // Not earlier: the button would move away under a double click.
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
  const status = (name: string): FieldStatus => {
    const isChecked = remote.checked.includes(name);
    if (!(name in labels)) return 'Ignored';
    if (isChecked && remote.isChecking) return 'Validating';
    if (form.errors[name] != null) return 'Invalid';
    return wasSubmitted || isChecked ? 'Valid' : 'NotValidated';
  };
  const inputProps = (name: string, type: 'input' | 'checkbox') => {
    shown.add(name);
    return {
      ...form.getInputProps(name, { type }),
      onBlur: () => afterPress(() => look(name)),
      label: labels[name] ?? name,
      'data-status': status(name),
    };
  };

  return {
    values: form.values as z.input<S>,
    set: (name, value) => (form.setFieldValue as (field: string, to: unknown) => void)(name, value),
    field: (name) => inputProps(name, 'input'),
    checkbox: (name) => inputProps(name, 'checkbox'),
    isDirty,
    isSaving,
    status,
    note,
    failures,
    isMarked,
    refusal,
    submit: (event) => {
      event?.preventDefault();
      setWasSubmitted(true);
      if (!isSending.current) submit();
    },
  };
}

/** `synonyms.2` is shown at `synonyms`. */
const fieldOf = ({ field }: Problem): string => field.split('.')[0] ?? field;
