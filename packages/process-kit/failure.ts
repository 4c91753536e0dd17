/** Serialised error; otherwise only its message would survive. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** From the operating system, Node or SQLite, such as `ENOSPC`. */
  readonly code?: string | number;
  /** SQLite's error number. */
  readonly errcode?: number;
  readonly errstr?: string;
  readonly cause?: Failure;
}

type ErrorClass = abstract new (...rest: never[]) => Error;

const crossing = new Map<string, ErrorClass>();

/** Both sides must load the file that registers the class, and the error's `name` must be the class name. */
export function keepErrorClass(errorClass: ErrorClass): void {
  crossing.set(errorClass.name, errorClass);
}

type Told = Error & Partial<Pick<Failure, 'code' | 'errcode' | 'errstr'>>;

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  const { name, message, stack, code, errcode, errstr, cause } = error as Told;
  return {
    name,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(errcode !== undefined && { errcode }),
    ...(errstr !== undefined && { errstr }),
    ...(cause !== undefined && { cause: failureOf(cause) }),
  };
}

/** With its class if registered by `keepErrorClass`, and the other side's stack. */
export function errorOf({ cause, ...told }: Failure): Error {
  const error = new Error(told.message, cause === undefined ? undefined : { cause: errorOf(cause) });
  Object.assign(error, told);
  const errorClass = crossing.get(told.name);
  if (errorClass !== undefined) Object.setPrototypeOf(error, errorClass.prototype as object);
  return error;
}
