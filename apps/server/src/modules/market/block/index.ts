export { blockRoutes } from './block.routes.ts';
export { readBlocks, readLastHeader } from './block.store.ts';
export { type Chain, type Evidence, type EvidenceSource, isHeadDue, type SealedBlock } from './block.ts';
export { type Follower, followBlocks, readBlocksAfter } from './follow-blocks.ts';
export { proveTick, type ShownBlock, showBlocks } from './prove-price.ts';
export { publishBlock, publishHead } from './publish-block.ts';
export { readChain } from './read-chain.ts';
export { openPriceKey, type PriceSigner, rotatePriceKey, type Sealed, sealBlock, sealHead } from './seal-block.ts';
export { sweepBlocks } from './sweep-blocks.ts';
