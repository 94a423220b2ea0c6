import { Agent, request } from 'node:http';

export type Posted = { readonly status: number; readonly error: string; readonly data: Record<string, unknown> };

export type FormPost = (
  path: string,
  fields: Record<string, string>,
  headers?: Record<string, string>,
) => Promise<Posted>;

/** Sends forms over a fixed number of keep-alive connections, as attack and timing trials need. */
export function openFormPost(url: string, connections: number): { readonly post: FormPost; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const post: FormPost = (path, fields, headers = {}) =>
    new Promise((resolve, reject) => {
      const body = new URLSearchParams(fields).toString();
      const type = 'application/x-www-form-urlencoded';
      const sent = request(
        `${url}/api${path}`,
        {
          agent,
          method: 'POST',
          headers: { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => resolve(read(response.statusCode ?? 0, Buffer.concat(parts).toString())));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return { post, close: () => agent.destroy() };
}

function read(status: number, text: string): Posted {
  const { error = 'ok', data = {} } = JSON.parse(text) as { error?: string; data?: Record<string, unknown> }; // API envelope.
  return { status, error, data };
}
