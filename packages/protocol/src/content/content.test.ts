import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApi } from '../openapi.ts';
import { listNews, newsDetail, newsPop } from './index.ts';

const decode = (wire: object) => z.safeDecode(listNews.request, wire as never); // Any input; validated here.

describe('a category on the wire', () => {
  it.each([4, 5, 10, 18, 19, 31, 33, 34])('given %i, as number or as text, then it is accepted', (id) => {
    expect(decode({ c_id: id }).data).toEqual({ c_id: id, page: 1, limit: 10 });
    expect(decode({ c_id: String(id) }).data).toEqual({ c_id: id, page: 1, limit: 10 });
  });

  it.each(['', '0', '04', '4 ', '6', 4.5, 6, -4, null, [4], '4e0'])('given %j, then it is refused', (c_id) => {
    expect(decode({ c_id }).success).toBe(false);
  });
});

describe('the API page', () => {
  it('describes the three routes', () => {
    const document = JSON.stringify(openApi([newsPop, listNews, newsDetail], '/api'));
    for (const path of ['/news/index_pop', '/news/list', '/news/detail']) expect(document).toContain(path);
  });
});
