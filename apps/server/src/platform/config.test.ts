import { describe, expect, it } from 'vitest';
import { readApiConfig, readFeedConfig, readGatewayConfig } from './config.ts';

const readers = { api: readApiConfig, feed: readFeedConfig, gateway: readGatewayConfig };

describe.each(Object.entries(readers))('%s', (_name, read) => {
  it.each([
    ['no seed', {}],
    ['a short one', { FEED_SEED: 'tidemark' }],
  ])('given %s, then it does not start: who guesses the seed knows the prices to come', (_, environment) => {
    expect(() => read(environment)).toThrow('FEED_SEED');
  });

  it('given a seed, then that is not what it lacks', () => {
    expect(() => read({ FEED_SEED: 'sixteen letters…' })).toThrow(/^(?!.*FEED_SEED)configuration/);
  });
});
