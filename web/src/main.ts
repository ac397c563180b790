import { mount } from 'svelte'
import './style/base.css'
import App from './App.svelte'
import { newer } from './app/newer.svelte'
import { settings } from './settings/settings.svelte'
import { sound } from './sound/sound.svelte'

settings.show()
sound.listen()
if (import.meta.env.PROD) newer.watch()
const target = document.getElementById('app')
// In a task of its own: the browser draws and takes input between reading all that and building the page.
if (target) setTimeout(() => mount(App, { target }))
