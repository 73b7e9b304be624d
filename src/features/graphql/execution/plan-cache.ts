import { LRUCache } from 'lru-cache';
import { type OperationPlan } from './operation-plan.js';

const MAX_BYTES = 16 * 1024 * 1024;
/** Of one planned field, with its arguments. */
const FIELD_BYTES = 1000;
/** Of the rest of a plan: the text of the key takes two bytes for each character. */
const PLAN_BYTES = 1000;
/** Operations with longer variables are hardly sent twice. */
const MAX_VARIABLES = 1000;

/** What a plan depends on; undefined if it is not worth storing. */
export function planKey(document: number, operation = '', variables?: object): string | undefined {
  const given = variables ? JSON.stringify(variables) : '';
  return given.length > MAX_VARIABLES ? undefined : `${document} ${operation} ${given}`;
}

/** Plans of operations, up to a size in memory. */
export class PlanCache {
  private readonly plans = new LRUCache<string, OperationPlan>({ maxSize: MAX_BYTES });
  private readonly sizes = new WeakMap<OperationPlan, number>();

  get(key: string | undefined): OperationPlan | undefined {
    return key === undefined ? undefined : this.plans.get(key);
  }

  /** Call it after each use: fields are planned when they are needed, and fragments make many of them from little text. */
  store(plan: OperationPlan): void {
    const { key, size } = plan;
    if (key === undefined || this.sizes.get(plan) === size) return;
    this.sizes.set(plan, size);
    // Setting the same value again does not change its size.
    this.plans.delete(key);
    this.plans.set(key, plan, { size: PLAN_BYTES + key.length * 2 + size * FIELD_BYTES });
  }

  get bytes(): number {
    return this.plans.calculatedSize;
  }
}
