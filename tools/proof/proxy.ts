import { buildWeb } from '../stack/build-web.ts';
import { startStack } from '../stack/stack.ts';
import { guarantee, judge } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { startCaddy, validateCaddyfile } from './proxy/caddy.ts';
import { openThroughProxy } from './proxy/journey.ts';
import { countRefused, sendFrom } from './proxy/limits.ts';
import { checkNginx } from './proxy/nginx.ts';

const REQUESTS_MAX = 200;
const OVER = 32;
const TRIES = 3;

/** Checks the TLS proxy configurations shipped for use in front of the edge and their guarantees. */
export const proxy: Trial = {
  name: 'proxy',
  claim:
    'Behind Caddy each client has its own limits, a forged address has no effect, one IPv6 /64 is one client, and the app works by TLS.',
  touches: ['docs/proxy/', 'apps/server/src/edge/', 'apps/server/src/platform/'],
  seconds: 60,
  run: async ({ print }) => {
    buildWeb();
    const stack = await startStack('proof-proxy', {
      apis: 1,
      gateways: 1,
      feeds: 1,
      environment: { SOFT_LIMIT_REQUESTS: String(REQUESTS_MAX) },
      edgeEnvironment: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    const caddy = await startCaddy(stack);
    try {
      const configurations = [validateCaddyfile(), checkNginx(stack.folder)];
      for (const { name, output } of configurations) print(`${name}: ${output.split('\n').at(-1)}`);
      const first = await countRefused(REQUESTS_MAX + OVER, () => sendFrom(caddy.url, '127.0.0.2'));
      const forged = await countRefused(10, () =>
        sendFrom(caddy.url, '127.0.0.2', { 'x-forwarded-for': '203.0.113.77' }),
      );
      const other = await countRefused(10, () => sendFrom(caddy.url, '127.0.0.3'));
      print(
        `127.0.0.2: ${first} of ${REQUESTS_MAX + OVER} refused, forged: ${forged} of 10; 127.0.0.3: ${other} of 10`,
      );
      const [api = ''] = stack.apiUrls;
      let host = 0;
      const sendFromNetwork = () =>
        countRefused(REQUESTS_MAX + OVER, () =>
          sendFrom(api, '127.0.0.1', { 'x-forwarded-for': `2001:db8:1:2::${(++host).toString(16)}` }),
        );
      let network = 0;
      // On a busy machine they may take longer than the window of the limit.
      for (let tries = 0; tries < TRIES && network < OVER; tries++) network = await sendFromNetwork();
      const elsewhere = await countRefused(10, () =>
        sendFrom(api, '127.0.0.1', { 'x-forwarded-for': '2001:db8:1:3::1' }),
      );
      print(`one /64: ${network} of ${REQUESTS_MAX + OVER} refused; another: ${elsewhere} of 10`);
      const journey = await openThroughProxy(caddy.url);
      print(`the app by TLS: ${journey.ticks} prices came by its socket, ${journey.faults.length} faults`);
      for (const fault of journey.faults) print(fault);
      return judge(
        [
          ...configurations.map(({ name, isValid }) => guarantee(`${name} is valid`, isValid)),
          guarantee(`one client is limited (${first} refused)`, first >= OVER),
          guarantee(`a forged address has no effect (${forged} of 10 refused)`, forged === 10),
          guarantee(`another client has limits of its own (${other} refused)`, other === 0),
          guarantee(`one IPv6 /64 is one client (${network} refused)`, network >= OVER),
          guarantee(`another /64 is another (${elsewhere} refused)`, elsewhere === 0),
          guarantee(
            `the app is live by TLS (${journey.ticks} prices)`,
            journey.ticks > 0 && journey.faults.length === 0,
          ),
        ],
        `refused by address ${first}, forged ${forged} of 10, other client ${other}; one /64 ${network}; ${journey.ticks} prices by TLS`,
      );
    } finally {
      await caddy.stop();
      await stack.stop();
    }
  },
};
