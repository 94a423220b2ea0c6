import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startIdentityProvider } from '@app/testkit/identity-provider';
import { firstPort } from '../services/places.ts';

/** `npm run kyc-provider [-- --port 13094 --key <hex> --verdicts <url>]`: an identity provider that answers by script. */
const { values } = parseArgs({
  options: { port: { type: 'string' }, key: { type: 'string' }, verdicts: { type: 'string' } },
});
const port = Number(values.port ?? firstPort() + 18);
const key = values.key ?? randomBytes(32).toString('hex');
const verdictUrl = values.verdicts ?? `http://127.0.0.1:${port + 1}/plus/kyc/provider`;
const provider = await startIdentityProvider({ port, keys: [key], verdictUrl });
console.log(`variables of the worker, or of npm run dev:
  KYC_PROVIDER_URL=${provider.url} KYC_PROVIDER_KEYS=${key} KYC_PROVIDER_PORT=${new URL(verdictUrl).port}
a script:     curl http://127.0.0.1:${port}/control -d '{"verdict": "reject", "reasons": ["front_glare"], "copies": 20}'
what came:    curl http://127.0.0.1:${port}/control`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void provider.stop());
