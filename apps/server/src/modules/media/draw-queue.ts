import { refuseWith } from '../../platform/http/accept.ts';

/** Runs work in queue order, or refuses it because the queue is full. */
export type Queue = <Value>(ownerId: bigint, work: () => Promise<Value>) => Promise<Value>;

export type QueueBounds = {
  readonly atOnce: number;
  /** Maximum running and waiting together. */
  readonly most: number;
  /** Maximum per owner, so that no user fills the queue alone. */
  readonly mostOfOne: number;
};

const RETRY_SECONDS = '5';

/** Creates a queue. Decoding costs CPU and memory per picture, so few are decoded at a time, however many are sent. */
export function createQueue({ atOnce, most, mostOfOne }: QueueBounds): Queue {
  const waiting: (() => void)[] = [];
  const owners: bigint[] = [];
  let atWork = 0;
  const begin = () => {
    atWork += 1;
    return atWork <= atOnce ? undefined : new Promise<void>((resolve) => waiting.push(resolve));
  };
  const end = (ownerId: bigint) => {
    atWork -= 1;
    owners.splice(owners.indexOf(ownerId), 1);
    waiting.shift()?.();
  };
  return async (ownerId, work) => {
    const own = owners.filter((owner) => owner === ownerId).length;
    if (owners.length >= most || own >= mostOfOne) refuseWith('too_many_requests', { seconds: RETRY_SECONDS });
    owners.push(ownerId);
    try {
      await begin();
      return await work();
    } finally {
      end(ownerId);
    }
  };
}
