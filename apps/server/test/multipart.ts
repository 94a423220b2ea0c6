/** One part of a form; a filename makes it a file. */
export type Part = {
  readonly field: string;
  readonly bytes: Buffer;
  readonly filename?: string;
  readonly type?: string;
};

const BOUNDARY = 'a-boundary-that-no-file-holds-5f2c';

/** Encodes a form as a browser sends it, without a browser's escaping of names. */
export function multipart(parts: readonly Part[]): { headers: Record<string, string>; payload: Buffer } {
  const payload = Buffer.concat([
    ...parts.flatMap(({ field, bytes, filename, type = 'application/octet-stream' }) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"`),
      Buffer.from(filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, payload };
}
