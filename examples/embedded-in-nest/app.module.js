import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { defineContentType, NestpressModule } from '@nestpress/server';

const recipe = defineContentType({
  name: 'recipe',
  label: 'Recipes',
  restBase: 'recipes',
  supports: ['title', 'editor', 'author', 'custom-fields'],
  meta: { minutes: { type: 'integer' } },
});

/** A controller of the application itself. Plain JavaScript has no decorators, so they are called. */
class HelloController {
  hello() {
    return { hello: 'world' };
  }
}
Controller('hello')(HelloController);
Get()(HelloController.prototype, 'hello', Object.getOwnPropertyDescriptor(HelloController.prototype, 'hello'));

/** The application, with the REST API of Nestpress below /wp-json. */
export function appModule(config) {
  class AppModule {}
  Module({
    imports: [NestpressModule.forRoot({ config, content: [recipe], install: true })],
    controllers: [HelloController],
  })(AppModule);
  return AppModule;
}
