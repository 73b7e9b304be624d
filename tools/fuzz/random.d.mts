export class Random {
  constructor(...seeds: number[]);
}
