import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { answerOf } from '#ui/calls/api.ts';
import { noAnswer } from '#ui/calls/call-error.ts';
import { callHeaders, requestOf } from '#ui/calls/request.ts';

interface UploadOptions {
  readonly signal?: AbortSignal;
  /** From 0 to 1, as the file leaves. */
  readonly onProgress?: (share: number) => void;
}

type UploadEndpoint = Endpoint & { readonly upload?: true };

/** Sends a file as the body of a call. `fetch` doesn't tell how much has left, so this is the older interface. */
export function upload<E extends UploadEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  { signal, onProgress }: UploadOptions = {},
): Promise<OutputOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, requestOf(endpoint, input).url);
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(noAnswer(endpoint));
    request.onabort = () => reject(signal?.reason as Error);
    request.onload = () => {
      try {
        resolve(answerOf<E>(request.status, request.responseText, endpoint).data);
      } catch (error) {
        reject(error as Error);
      }
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
