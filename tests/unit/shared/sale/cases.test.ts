import { describe, expect, it } from 'vitest'
import {
  type Cover,
  coverOf,
  goodsMayGo,
  hasByWay,
  isConfirmed,
  unknownOf,
} from '../../../../shared/sale/cover'
import { type ToDo, toDosOf } from '../../../../shared/sale/to-do'
import { SaleWalk, type Step, type StepKind } from '../../../support/sale/sale-walk'

const total = 10_000

/** A step that happens to a payment, the first one where none is named. */
const to = (kind: StepKind, payment = 0): Step => [kind, payment]
/** What a value is, for a step that chooses it. */
const of = (kind: 'ask' | 'cash' | 'someGoodsBack', value: number): Step => [kind, value - 1]

const push = to('askForAll')
const again = to('askInstead')
const paid = (payment = 0) => to('pay', payment)
const failed = (payment = 0): Step[] => [to('decline', payment), to('read', payment)]
const takenBack = to('lose')
/** A way to give back. */
const inCash = 0
const inDashboard = 1
const allBack: Step = ['allGoodsBack', inCash]

const case2 = [push, ...failed(), again, paid(1)]
const case3 = [...case2, paid()]
const case4 = [push, to('rest')]
const case5 = [of('cash', 4_500), push]
const case5a = [...case5, ...failed()]
const case5c = [...case5a, allBack]
const case5d = [...case5, paid()]
const case7 = [...case5d, to('handOver'), of('someGoodsBack', 2_500)]
const case10 = [push, to('giveUp'), to('resolve', 1), paid()]
const case11 = [push, to('giveUp'), to('approve'), to('resolve', 1)]
/** Staff were shown a forged message. */
const case11b = [push, to('giveUp'), to('resolve', 0), ...failed()]
const case18 = [push, to('approvePart'), to('read')]

interface Expected {
  cover: Cover
  /** What stands, by way. */
  has?: Partial<ReturnType<typeof hasByWay>>
  isGreen?: boolean
  mayGo?: boolean
  toDos?: ToDo[]
  unknown?: number
}

const cases: [name: string, steps: Step[], expected: Expected][] = [
  ['1 paid', [push, paid()], { cover: 'covered', has: { service: total }, isGreen: true }],
  [
    '2 failed, charged again, paid',
    case2,
    { cover: 'covered', has: { service: total }, isGreen: true },
  ],
  [
    '3 then the first is paid after all',
    case3,
    { cover: 'too-much', has: { service: 20_000 }, isGreen: true, toDos: ['too-much'] },
  ],
  [
    '3a cash given back',
    [...case3, ['restBack', inCash]],
    { cover: 'covered', has: { service: 20_000, cash: -total }, isGreen: true },
  ],
  [
    '3b given back in the dashboard',
    [...case3, ['restBack', inDashboard]],
    { cover: 'covered', has: { service: total }, isGreen: true },
  ],
  ['4 pending, cash taken', case4, { cover: 'covered', has: { cash: total } }],
  [
    '4a then the push is paid',
    [...case4, paid()],
    {
      cover: 'too-much',
      has: { cash: total, service: total },
      isGreen: true,
      toDos: ['too-much'],
    },
  ],
  [
    '4b all goods brought back',
    [...case4, to('handOver'), allBack],
    { cover: 'given-back', mayGo: false },
  ],
  [
    '4c then the push is paid',
    [...case4, to('handOver'), allBack, paid()],
    { cover: 'too-much', has: { service: total }, mayGo: false, toDos: ['too-much'] },
  ],
  [
    '5 a part in cash, the rest asked for',
    case5,
    { cover: 'waiting', has: { cash: 4_500 }, mayGo: false, unknown: 5_500 },
  ],
  [
    '5a the push fails',
    case5a,
    { cover: 'lacks', has: { cash: 4_500 }, mayGo: false, toDos: ['lacks'] },
  ],
  ['5b the rest in cash', [...case5a, to('rest')], { cover: 'covered', has: { cash: total } }],
  ['5c the customer goes', case5c, { cover: 'given-back', mayGo: false }],
  [
    '5d the push is paid',
    case5d,
    { cover: 'covered', has: { cash: 4_500, service: 5_500 }, isGreen: true },
  ],
  [
    '5e given back, then the push is paid',
    [...case5c, paid()],
    { cover: 'too-much', has: { service: 5_500 }, mayGo: false, toDos: ['too-much'] },
  ],
  [
    '6 a part by phone, the rest in cash',
    [of('ask', 4_000), paid(), to('rest')],
    { cover: 'covered', has: { service: 4_000, cash: 6_000 }, isGreen: true },
  ],
  [
    '7 handed over, one item comes back',
    case7,
    { cover: 'covered', has: { cash: 2_000, service: 5_500 }, isGreen: true, mayGo: false },
  ],
  [
    '7a then an earlier failed push of all is paid',
    [
      push,
      ...failed(),
      of('cash', 4_500),
      push,
      paid(1),
      to('handOver'),
      of('someGoodsBack', 2_500),
      paid(),
    ],
    {
      cover: 'too-much',
      has: { cash: 2_000, service: 15_500 },
      isGreen: true,
      mayGo: false,
      toDos: ['too-much'],
    },
  ],
  [
    '8 one item is not taken',
    [...case5d, of('someGoodsBack', 2_500)],
    { cover: 'covered', has: { cash: 2_000, service: 5_500 }, isGreen: true },
  ],
  [
    '9 paid, then the service says failed',
    [push, paid(), to('readWrongly')],
    { cover: 'covered', has: { service: total }, mayGo: false, toDos: ['contradicted'] },
  ],
  ['9a the service took it back', [push, paid(), takenBack], { cover: 'given-back', mayGo: false }],
  [
    '9a with the goods gone',
    [push, paid(), to('handOver'), takenBack],
    { cover: 'nothing', mayGo: false, toDos: ['unpaid'] },
  ],
  [
    '9a until cash is taken',
    [push, paid(), to('handOver'), takenBack, to('rest')],
    { cover: 'covered', has: { cash: total }, mayGo: false },
  ],
  [
    '9a until a manager ends it',
    [push, paid(), to('handOver'), takenBack, to('bear')],
    { cover: 'nothing', mayGo: false },
  ],
  [
    '9a ended by a manager, then an earlier payment is paid after all',
    [...case2, to('handOver'), to('lose', 1), to('bear'), paid()],
    { cover: 'covered', has: { service: total }, isGreen: true, mayGo: false },
  ],
  [
    '9b the money is there',
    [push, paid(), to('readWrongly'), to('answer')],
    { cover: 'covered', has: { service: total }, isGreen: true },
  ],
  [
    '10 unknown, said to be not paid, paid after all',
    case10,
    { cover: 'covered', has: { service: total }, isGreen: true, mayGo: false, toDos: ['late'] },
  ],
  [
    '10 handed over',
    [...case10, to('handOver')],
    { cover: 'covered', has: { service: total }, isGreen: true, mayGo: false },
  ],
  [
    '10 given back',
    [...case10, allBack],
    { cover: 'given-back', has: { service: total, cash: -total }, mayGo: false },
  ],
  [
    '10 nothing to do',
    [...case10, to('endLate')],
    { cover: 'covered', has: { service: total }, isGreen: true },
  ],
  ['11 expired, seen in the dashboard', case11, { cover: 'covered', has: { said: total } }],
  [
    '11a a later read says paid',
    [...case11, to('read')],
    { cover: 'covered', has: { service: total }, isGreen: true },
  ],
  [
    '11b a later read says failed',
    case11b,
    { cover: 'covered', has: { said: total }, mayGo: false, toDos: ['said-contradicted'] },
  ],
  ['11b taken back', [...case11b, to('answer')], { cover: 'nothing', mayGo: false }],
  ['12 cash taken, undone', [to('rest'), to('undo')], { cover: 'nothing', mayGo: false }],
  [
    '18 paid, but 8,000 of 10,000',
    case18,
    { cover: 'waiting', mayGo: false, toDos: ['unclear'], unknown: total },
  ],
  [
    '18 recorded as seen',
    [...case18, to('resolve')],
    { cover: 'lacks', has: { said: 8_000 }, mayGo: false, toDos: ['lacks'] },
  ],
  [
    '19 one word settles two payments',
    [
      of('ask', 4_000),
      of('ask', 6_000),
      to('approve', 0),
      to('approve', 1),
      to('read', 0),
      to('read', 1),
      to('read', 0),
    ],
    { cover: 'covered', has: { service: total }, isGreen: true },
  ],
  [
    'expired',
    [push, to('giveUp')],
    { cover: 'waiting', mayGo: false, toDos: ['unknown'], unknown: total },
  ],
  [
    'expired, cash taken',
    [push, to('giveUp'), to('rest')],
    { cover: 'covered', has: { cash: total } },
  ],
]

describe('a sale', () => {
  it.each(cases)('%s', (_, steps, expected) => {
    const walk = new SaleWalk(total)
    for (const step of steps) walk.take(step)
    const { has = {}, isGreen = false, mayGo = true, toDos = [], unknown = 0, cover } = expected
    const { sale } = walk
    expect({
      cover: coverOf(sale),
      has: hasByWay(sale),
      isGreen: isConfirmed(sale),
      mayGo: goodsMayGo(sale),
      toDos: toDosOf(sale),
      unknown: unknownOf(sale),
    }).toEqual({
      cover,
      has: { service: 0, cash: 0, said: 0, ...has },
      isGreen,
      mayGo,
      toDos,
      unknown,
    })
  })
})
