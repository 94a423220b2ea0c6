import { type LocalChain, startLocalChain } from '@app/testkit/chain';
import { type EvmNode, openEvmNode } from '../src/modules/custody/index.ts';
import { atTheEnd } from './testbed.ts';

const ANSWER_MS_MAX = 10_000;

/**
 * Starts a chain on which no test looks too early: whatever the test or custody sends is mined once it is sent, unless
 * the test has switched mining off.
 */
export async function startTestChain() {
  const chain: LocalChain = await startLocalChain();
  atTheEnd(() => chain.stop());
  const { untilMined } = chain;
  const mined = async <Sent>(sending: Promise<Sent>): Promise<Sent> => {
    const sent = await sending;
    await untilMined();
    return sent;
  };
  return {
    ...chain,
    call: (...call: Parameters<LocalChain['call']>) => mined(chain.call(...call)),
    pay: (...payment: Parameters<LocalChain['pay']>) => mined(chain.pay(...payment)),
    sendSigned: (...signed: Parameters<LocalChain['sendSigned']>) => mined(chain.sendSigned(...signed)),
    // What was sent past this chain, by a process or by the client, is mined before, in blocks of its own.
    mine: (blocks: number) => untilMined().then(() => chain.mine(blocks)),
    reorganise: (depth: number) => untilMined().then(() => chain.reorganise(depth)),
    /** The node as custody knows it. */
    openNode: (): EvmNode => {
      const node = openEvmNode(chain.url, ANSWER_MS_MAX);
      return { ...node, send: (raw) => mined(node.send(raw)) };
    },
  };
}
