import { mount } from 'svelte'
import './style/base.css'
import App from './App.svelte'
import { newer } from './app/newer.svelte'
import { settings } from './settings/settings.svelte'
import { sound } from './sound/sound.svelte'

sound.listen()
if (import.meta.env.PROD) newer.watch()
const target = document.getElementById('app')
if (target) {
  // In a task of its own: the browser draws and takes input between reading all that and building the page.
  const build = () => setTimeout(() => mount(App, { target }))
  settings.show().then(build, build)
}
